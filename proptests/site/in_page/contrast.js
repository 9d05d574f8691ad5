// Each pair of colours that text is shown in: {what, ratio, least}, the lowest ratio first.
const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {
  willReadFrequently: true
});
const known = new Map();
const rgba = (colour) => {
  if (!known.has(colour)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(colour, [r, g, b, a / 255]);
  }
  return known.get(colour);
};
const over = (top, below) => [0, 1, 2].map((n) => top[n] * top[3] + below[n] * (1 - top[3])).concat(1);
const behind = (element) => {
  const layers = [];
  for (let up = element; up; up = up.parentElement) {
    const colour = rgba(getComputedStyle(up).backgroundColor);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] === 1) break;
  }
  return layers.reduceRight((below, layer) => over(layer, below), rgba('white'));
};
const luminance = (colour) => {
  const [r, g, b] = colour.map((value) => value / 255)
                        .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a, b) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

document.querySelectorAll('details').forEach((details) => {
  details.open = true;
});
const pairs = new Map();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || element.closest('script, style, template, .katex-mathml') ||
      !element.getClientRects().length)
    continue;
  const style = getComputedStyle(element);
  if (style.visibility !== 'visible' || Number(style.opacity) === 0) continue;
  const size = parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  const back = behind(element);
  const text = over(rgba(style.color), back);
  const key = [text, back, least].join('/');
  if (pairs.has(key)) continue;
  const where = `<${element.tagName.toLowerCase()} class="${element.className}"> "${
      walker.currentNode.textContent.trim().slice(0, 30)}"`;
  pairs.set(key, {what: where, ratio: ratio(text, back), least});
}
for (const field of document.querySelectorAll('input')) {
  const back = behind(field);
  pairs.set(field, {
    what: 'placeholder',
    ratio: ratio(over(rgba(getComputedStyle(field, '::placeholder').color), back), back),
    least: 4.5
  });
}
return [...pairs.values()].sort((a, b) => a.ratio - b.ratio).slice(0, 20);
