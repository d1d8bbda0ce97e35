/**
 * What runs in an exported page: pointing at a part lights its chain, pressing one tells of it, Escape lets go. It reads the
 * page's own data and nothing else; texts are set as texts. For Chromium of 2020 as well.
 */
export const PAGE_SCRIPT = `'use strict';
(function () {
  var data = JSON.parse(document.getElementById('data').textContent);
  var svg = document.querySelector('svg');
  var side = document.getElementById('side');
  var boxes = Array.prototype.slice.call(svg.querySelectorAll('[data-part]'));
  var lines = Array.prototype.slice.call(svg.querySelectorAll('[data-links]'));
  var chosen = null;
  function carries(line, lit) {
    return line.getAttribute('data-links').split(' ').some(function (link) {
      var ends = link.split('-');
      return ends.length === 2 && lit.indexOf(Number(ends[0])) >= 0 && lit.indexOf(Number(ends[1])) >= 0;
    });
  }
  function light(part) {
    svg.setAttribute('class', part === null ? '' : 'lighting');
    if (part === null) return;
    var lit = data.parts[part].chain;
    boxes.forEach(function (box) {
      var own = Number(box.getAttribute('data-part'));
      box.setAttribute('class', own === part ? 'chosen' : lit.indexOf(own) >= 0 ? 'lit' : 'dim');
    });
    lines.forEach(function (line) {
      line.setAttribute('class', carries(line, lit) ? 'lit' : 'dim');
    });
  }
  function put(parent, name, text, kind) {
    var made = document.createElement(name);
    if (kind) made.className = kind;
    made.textContent = text;
    parent.appendChild(made);
    return made;
  }
  function step(list, words, part) {
    var item = put(list, 'li', '');
    put(item, 'span', words, 'rule');
    var there = put(item, 'button', data.parts[part].label);
    there.type = 'button';
    there.addEventListener('click', function () { choose(part); });
  }
  function tell(part) {
    side.textContent = '';
    if (part === null) { put(side, 'p', data.help); return; }
    var it = data.parts[part];
    put(side, 'h2', it.label);
    put(side, 'p', it.words, 'words');
    if (it.value !== null) put(side, 'pre', it.value);
    if (it.place !== null) put(side, 'p', it.place, 'place');
    [['from', data.from], ['to', data.to]].forEach(function (way) {
      if (it[way[0]].length === 0) return;
      put(side, 'h3', way[1]);
      var list = put(side, 'ul', '');
      it[way[0]].forEach(function (link) { step(list, link.rule, link.part); });
    });
  }
  function choose(part) { chosen = part; light(part); tell(part); }
  function partOf(event) {
    var box = event.target.closest ? event.target.closest('[data-part]') : null;
    return box === null ? null : Number(box.getAttribute('data-part'));
  }
  svg.addEventListener('pointerover', function (event) {
    var part = partOf(event);
    light(part === null ? chosen : part);
  });
  svg.addEventListener('pointerleave', function () { light(chosen); });
  svg.addEventListener('click', function (event) { choose(partOf(event)); });
  boxes.forEach(function (box) {
    box.setAttribute('tabindex', '0');
    box.setAttribute('role', 'button');
    box.addEventListener('focus', function () { light(Number(box.getAttribute('data-part'))); });
    box.addEventListener('keydown', function (event) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      choose(Number(box.getAttribute('data-part')));
    });
  });
  document.addEventListener('keydown', function (event) { if (event.key === 'Escape') choose(null); });
  tell(null);
})();
`;

/** Looks of the page around the drawing; colours are the document's, by its theme's name. */
export const PAGE_STYLE = `
:root { font: 15px/1.45 Inter, 'Noto Sans KR', 'Noto Sans JP', system-ui, sans-serif; }
body { display: grid; grid-template-columns: minmax(0, 1fr) 340px; margin: 0; height: 100vh; }
[data-theme='light'] body { background: #f4f5f3; color: #14202b; }
[data-theme='dark'] body { background: #0f151b; color: #f3f6f8; }
[data-theme='projector'] body { background: #ffffff; color: #000000; }
[data-theme='contrast'] body { background: #000000; color: #ffffff; }
main { overflow: auto; }
main svg { display: block; max-width: 100%; height: auto; }
aside { overflow: auto; padding: 20px; border-left: 1px solid #8a96a3; }
[data-theme='light'] aside { background: #ffffff; }
[data-theme='dark'] aside { background: #18212a; }
[data-theme='projector'] aside { background: #ffffff; }
[data-theme='contrast'] aside { background: #000000; }
h2 { margin: 0 0 6px; font-size: 20px; overflow-wrap: anywhere; }
h3 { margin: 16px 0 4px; font-size: 14px; }
pre { overflow: auto; max-height: 40vh; padding: 8px 10px; border: 1px solid #8a96a3; border-radius: 6px; font: 13px/1.4 'JetBrains Mono', 'Noto Sans KR', 'Noto Sans JP', ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
ul { margin: 0; padding: 0; list-style: none; }
li { margin: 4px 0; }
.rule { display: block; font-size: 13px; opacity: 0.8; }
button { border: 0; padding: 0; background: none; color: inherit; font: inherit; text-align: left; text-decoration: underline; cursor: pointer; overflow-wrap: anywhere; }
[data-part] { cursor: pointer; }
[data-part]:focus { outline: none; }
.lighting .dim { opacity: 0.35; }
.lighting .chosen > rect, [data-part]:focus > rect { stroke: currentColor; stroke-width: 2.5; }
[data-theme='dark'] svg { color: #f3f6f8; }
[data-theme='contrast'] svg { color: #ffffff; }
@media print { body { display: block; } aside { display: none; } }
@media (max-width: 900px) { body { grid-template-columns: 1fr; height: auto; } aside { border-left: 0; } }
`;
