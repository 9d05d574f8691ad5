"""What Doxygen read in the public headers: declarations with their comments, header by header."""

import dataclasses
import xml.etree.ElementTree as ElementTree

SHOWN_COMPOUNDS = {"class", "struct", "concept", "union"}
SHOWN_MEMBERS = {"function", "variable", "typedef", "enum", "define", "friend"}


@dataclasses.dataclass
class Declaration:
    kind: str  # class, struct, concept, function, variable, typedef, enum, define
    name: str
    id: str  # Doxygen's
    header: str  # "attnref/softmax.hpp"
    line: int
    last_line: int
    element: ElementTree.Element
    members: list
    anchor: str = ""

    def has_comment(self):
        return any(
            "".join(self.element.find(part).itertext()).strip()
            for part in ("briefdescription", "detaileddescription")
            if self.element.find(part) is not None
        )


class Header:
    def __init__(self, name, includes):
        self.name, self.includes, self.declarations = name, includes, []


def read_headers(xml):
    """Header by name, those that stand on fewer others first. What has no comment is not published."""
    compounds = [
        ElementTree.parse(path).getroot().find("compounddef")
        for path in sorted(xml.glob("*.xml"))
        if path.name != "index.xml"
    ]
    compounds = [compound for compound in compounds if compound is not None]
    headers = {}
    for compound in compounds:
        if compound.get("kind") == "file":
            name = compound.find("location").get("file")
            headers[name] = Header(
                name, [include.text for include in compound.findall("includes") if include.get("local") == "yes"]
            )
    nested = {
        inner.get("refid")
        for compound in compounds
        for inner in compound.findall("innerclass")
        if compound.get("kind") in SHOWN_COMPOUNDS
    }
    seen = set()
    for compound in compounds:
        if compound.get("kind") in SHOWN_COMPOUNDS and compound.get("id") not in nested:
            _place(headers, _compound(compound), seen)
        elif compound.get("kind") in ("namespace", "file"):
            for member in _members(compound, {"file", "namespace"}):
                _place(headers, member, seen)
    for header in headers.values():
        header.declarations.sort(key=lambda declaration: declaration.line)
        _name_anchors(header.declarations)
    depth = {name: _depth(name, headers) for name in headers}
    return {name: headers[name] for name in sorted(headers, key=lambda name: (depth[name], name))}


def _place(headers, declaration, seen):
    if declaration.header in headers and declaration.has_comment() and declaration.id not in seen:
        seen.add(declaration.id)
        headers[declaration.header].declarations.append(declaration)


def _compound(compound):
    name = (
        compound.find("compoundname").text.split("::")[-1]
        if "<" not in compound.find("compoundname").text
        else compound.find("compoundname").text.replace("attnref::", "", 1)
    )
    location = compound.find("location")
    return Declaration(
        compound.get("kind"),
        name,
        compound.get("id"),
        location.get("file"),
        int(location.get("line", 0)),
        int(location.get("bodyend", 0) or 0),
        compound,
        sorted(_members(compound, set()), key=lambda member: member.line),
    )


def _members(compound, scopes):
    found = []
    for section in compound.findall("sectiondef"):
        for member in section.findall("memberdef"):
            if member.get("prot") != "public" or member.get("kind") not in SHOWN_MEMBERS:
                continue
            location = member.find("location")
            if member.get("kind") == "friend" and "(" not in (member.findtext("argsstring") or ""):
                continue  # "friend class Subject" declares nothing in the header
            found.append(
                Declaration(
                    member.get("kind"),
                    member.findtext("name"),
                    member.get("id"),
                    location.get("file"),
                    int(location.get("line", 0)),
                    max(int(location.get("bodyend", 0) or 0), int(location.get("line", 0))),
                    member,
                    [],
                )
            )
    return found


def _name_anchors(declarations, prefix="", taken=None):
    """Anchors that say what they name: `Matrix`, `Matrix-rows`; what is overloaded gets a number."""
    taken = {} if taken is None else taken
    for declaration in declarations:
        name = prefix + "".join(c if c.isalnum() or c == "_" else "-" for c in declaration.name)
        taken[name] = taken.get(name, 0) + 1
        declaration.anchor = name if taken[name] == 1 else f"{name}-{taken[name]}"
        _name_anchors(declaration.members, declaration.anchor + "-", taken)


def _depth(name, headers, below=()):
    inner = [include for include in headers[name].includes if include in headers and include not in below]
    return 1 + max((_depth(include, headers, (*below, name)) for include in inner), default=0)
