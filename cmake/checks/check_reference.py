#!/usr/bin/env python3
"""The API reference and the guide make a site without a warning of Doxygen's, and every public type, enumeration, function and member has a comment.
One comment may speak for several declarations: see cmake/reference/filter.py.

usage: check_reference.py SOURCE_DIR OUTPUT_DIR
"""
import os
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from public_headers import report


def is_documented(element):
    return any("".join(element.find(kind).itertext()).strip() for kind in ("briefdescription", "detaileddescription") if element.find(kind) is not None)


def main():
    source, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if not shutil.which("doxygen"):
        print("doxygen is not here")
        return 77
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    environment = {**os.environ, "OUTPUT": str(output), "PYTHON": sys.executable}
    result = subprocess.run(["doxygen", "cmake/reference/Doxyfile"], cwd=source, env=environment, text=True, capture_output=True)
    complaints = result.stderr.splitlines()
    if result.returncode != 0:
        complaints.append(f"doxygen ended with status {result.returncode}")

    examined = 0
    for file in sorted((output / "xml").glob("*.xml")):
        for compound in ElementTree.parse(file).getroot().iter("compounddef"):
            kind, name = compound.get("kind"), compound.findtext("compoundname")
            if kind in ("class", "struct") and compound.get("prot") == "public":
                examined += 1
                if not is_documented(compound):
                    complaints.append(f"{name} has no comment")
            if kind not in ("class", "struct", "namespace") or not name.startswith("armature") or compound.get("prot", "public") != "public":
                continue
            for member in compound.iter("memberdef"):
                if member.get("prot") != "public" or member.findtext("name").startswith("~"):
                    continue
                examined += 1
                if not is_documented(member):
                    place = member.find("location")
                    called = f"{name}::{member.findtext('name')}{member.findtext('argsstring') or ''}"
                    complaints.append(f"{place.get('file')}:{place.get('line')}: {called} has no comment")
    for complaint in complaints:
        print(complaint)
    return report(f"{examined} types, functions and members", len(complaints))


sys.exit(main())
