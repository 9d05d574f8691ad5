// Typesets formulas: a JSON list of {latex, display} on stdin, a list of {html} or {error} on stdout. HTML is for the eye and
// MathML for screen readers; each hides from the other. KaTeX comes by NODE_PATH.
const katex = require('katex');

const typeset = ({latex, display}) => {
  try {
    return {html: katex.renderToString(latex, {displayMode: display, output: 'htmlAndMathml', throwOnError: true, strict: 'error'})};
  } catch (error) {
    return {error: error.message.replace(/\s+/g, ' ')};
  }
};

const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', () => process.stdout.write(JSON.stringify(JSON.parse(Buffer.concat(chunks)).map(typeset))));
