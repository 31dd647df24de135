//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// declared returns the texts in the declarations of methods and data sets.
func declared() (list []text) {
	for _, m := range catalog.All() {
		list = append(list, ofMethod(&m.Info)...)
	}
	for _, group := range []struct {
		name string
		sets []method.Dataset
	}{{"data", dataset.All()}, {"table", dataset.Tables()}} {
		for i := range group.sets {
			list = append(list, ofData(group.name, &group.sets[i])...)
		}
	}
	// Names of the classes' colours. readGo ignores single words in lower case.
	add := adder(&list, "colours")
	p, _ := picture.PaletteByName("light")
	for _, c := range p.Class {
		add("name", c.Name)
	}
	return list
}

// adder returns a function that adds the texts of one place to a list; empty ones are ignored.
func adder(list *[]text, where string) func(what, says string) {
	return func(what, says string) {
		if says != "" {
			*list = append(*list, text{where, what, says})
		}
	}
}

func ofMethod(in *method.Info) (list []text) {
	add := adder(&list, in.ID)
	add("name", in.Name)
	add("family", in.Family)
	for _, a := range in.Aliases {
		add("alias", a)
	}
	add("summary", in.Summary)
	add("formula", in.Formula)
	add("source", in.Source)
	add("asks", in.Asks)
	add("seen", in.Seen)
	for i := range in.Params {
		list = append(list, ofParam(in.ID, &in.Params[i])...)
	}
	for _, s := range in.Shows {
		add := adder(&list, in.ID+" shows."+string(s.Name))
		add("label", s.Label)
		add("help", s.Help)
	}
	for i, d := range append([]string{in.Example}, in.Lessons...) {
		add := adder(&list, fmt.Sprintf("%s lessons.%d", in.ID, i))
		add("title", titleOf(d))
	}
	return list
}

func ofParam(id string, p *method.Param) (list []text) {
	where := id + " params." + p.Name
	add := adder(&list, where)
	add("label", p.Label)
	add("help", p.Help)
	add("unit", p.Unit)
	add("entry", p.List().Entry)
	add("button", p.Taken())
	if p.Handle() != nil {
		add("one", p.Handle().Name)
		add("several", p.Handle().Many)
		for _, each := range p.Handle().Each {
			add("each", each)
		}
	}
	if p.Canvas() != nil {
		add("painted", p.Canvas().Name)
	}
	if method.Is[method.Estimators](p.Kind) {
		return list // its choices are methods, with their own names
	}
	for _, c := range p.Choices() {
		add := adder(&list, where+"="+c.Value)
		add("choice", c.Label)
		add("help", c.Help)
	}
	return list
}

func ofData(group string, d *method.Dataset) (list []text) {
	add := adder(&list, group+"."+d.Name)
	add("label", d.Label)
	add("help", d.Help)
	add("source", d.Source)
	return list
}

// titleOf returns the title of a document, "" if it is not valid.
func titleOf(document string) string {
	var d struct{ Title string }
	if document == "" || json.NewDecoder(strings.NewReader(document)).Decode(&d) != nil {
		return ""
	}
	return d.Title
}
