"""Formulas that GitHub shows: its MathJax refuses some macros, and our typesetter lacks others."""
import re

from weaving.document import CODE_SPAN, FENCE, blanked

# What both render. GitHub refuses \operatorname, \mbox, \phantom, \def and others; a list of what is known to be shown is safer.
MACROS = set("""
frac sqrt sum prod int max min sup inf exp log ln lim det ker dim cos sin tan gcd bmod pmod
cdot times div pm mp circ odot oplus otimes ast star le ge leq geq lt gt ne neq approx sim simeq cong equiv propto ll gg prec succ
to mapsto rightarrow leftarrow longrightarrow Rightarrow Leftrightarrow iff implies infty in notin ni subset subseteq supset cup cap
setminus emptyset varnothing forall exists neg lnot land lor wedge vee mid nmid perp parallel ldots cdots dots vdots ddots quad qquad
text textbf textit mathrm mathbb mathcal mathbf mathit mathsf boldsymbol left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr
lvert rvert lVert rVert vert Vert langle rangle lfloor rfloor lceil rceil lbrace rbrace top bot prime hat tilde bar vec dot widehat widetilde overline underline
underbrace overbrace begin end tag displaystyle textstyle scriptstyle limits nolimits substack binom partial nabla ell hbar Re Im
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi varphi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
""".split())
ENVIRONMENTS = {"aligned", "cases", "pmatrix", "bmatrix", "matrix", "array", "gathered", "vmatrix", "smallmatrix"}
INLINE = re.compile(r"\$`(?P<a>[^`]+)`\$|(?<![\\$\w`])\$(?![\s$`])(?P<b>[^$\n]*(?:\n[^$\n]+){0,2}?)(?<![\s\\])\$(?![\w$])")


def formulas(document):
    """(offset, LaTeX) of each, inline and displayed."""
    for match in FENCE.finditer(document.new):
        if match["language"].strip() == "math":
            yield match.start("body"), match["body"]
    rest = blanked(document.new, FENCE)
    for match in re.finditer(r"\$`([^`]+)`\$", rest):
        yield match.start(1), match[1]
    rest = blanked(blanked(rest, re.compile(r"\$`[^`]+`\$")), CODE_SPAN)
    for match in INLINE.finditer(rest):
        yield match.start("b"), match["b"]


def faults(document):
    if not document.woven:
        return
    for at, latex in formulas(document):
        for match in re.finditer(r"\\([a-zA-Z]+)", latex):
            if match[1] not in MACROS:
                yield document.fault(at + match.start(), f"a macro that GitHub may refuse: \\{match[1]} is not among those known to be shown")
        for match in re.finditer(r"\\begin\{(\w+\*?)\}", latex):
            if match[1] not in ENVIRONMENTS:
                yield document.fault(at + match.start(), f"an environment that GitHub may refuse: {match[1]}")
