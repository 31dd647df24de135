package method

import "pointscape/engine/doc"

// Where says for which data a parameter, a choice or a part of the picture is offered. Data are points of the plane, or
// the rows of a table, which are shown in the plane or in space:
//
//	                points   rows in the plane   rows in space
//	Everywhere      yes      yes                 yes
//	OnlyPoints      yes      no                  no
//	PointsAndSpace  yes      no                  yes
//	NotInSpace      yes      yes                 no
//	OnlyRows        no       yes                 yes
//
// Rows are whole rows: columns that a method reads as points of the plane are points. Parameters and choices do not
// depend on space: they are offered everywhere, only for points, or (parameters) only for rows.
type Where uint8

const (
	Everywhere Where = iota
	OnlyPoints
	PointsAndSpace
	NotInSpace
	OnlyRows
)

// Offered reports whether something is offered for whole rows of a table (rows) or for points, which are shown in space
// or in the plane.
func (w Where) Offered(rows, space bool) bool {
	switch w {
	case OnlyPoints:
		return !rows
	case PointsAndSpace:
		return !rows || space
	case NotInSpace:
		return !space
	case OnlyRows:
		return rows
	}
	return true
}

// Offers reports whether a parameter is offered for the data of a document. The one that says whether the method takes
// rows (InputsParam) is offered for every table.
func (in *Info) Offers(p *Param, d *doc.Document) bool {
	return p.Where.Offered(d.Table != nil && (in.TakesRows(d.Params) || p.whole() != nil), false)
}
