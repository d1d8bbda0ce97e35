import { Fragment, isValidElement, type ReactNode } from 'react';

const SVG = 'http://www.w3.org/2000/svg';

/** Names that do not follow the rule below; filled as names are met. */
const names = new Map([
  ['className', 'class'],
  ['tabIndex', 'tabindex'],
]);

/** `strokeWidth` → `stroke-width`. */
function attributeName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  names.set(name, made);
  return made;
}

function setStyle(element: ElementCSSInlineStyle, style: object): void {
  // Through the object model: the content security policy takes no style attributes out of markup.
  for (const [name, value] of Object.entries(style))
    element.style.setProperty(attributeName(name), String(value));
}

function setAttributes(element: SVGElement | HTMLElement, props: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(props)) {
    if (name === 'children' || value === undefined || value === null || typeof value === 'function') continue;
    if (name === 'style' && typeof value === 'object') setStyle(element, value);
    else if (value !== false || name.startsWith('aria-'))
      element.setAttribute(attributeName(name), String(value));
  }
}

type Component = (props: Readonly<Record<string, unknown>>) => ReactNode;

function isMemo(type: unknown): type is { readonly type: Component } {
  return typeof type === 'object' && type !== null && 'type' in type && typeof type.type === 'function';
}

function drawElement(parent: Element, type: unknown, props: Readonly<Record<string, unknown>>): void {
  if (type === Fragment) draw(parent, props.children as ReactNode);
  else if (typeof type === 'function') draw(parent, (type as Component)(props));
  else if (isMemo(type)) draw(parent, type.type(props));
  else if (typeof type === 'string') drawTag(parent, type, props);
  else throw new Error('only plain components can be drawn without React');
}

function drawTag(parent: Element, tag: string, props: Readonly<Record<string, unknown>>): void {
  // Tooltips and rings of the focus: nothing of a picture that cannot be pointed at yet.
  if (tag === 'title' || props.className === 'stage-ring') return;
  const inSvg = tag === 'svg' || parent.namespaceURI === SVG;
  const element = inSvg ? (document.createElementNS(SVG, tag) as SVGElement) : document.createElement(tag);
  setAttributes(element, props);
  draw(element, props.children as ReactNode);
  parent.append(element);
}

/**
 * Puts React elements on the page without React's renderer: for the first picture, which is there before that is read.
 * Components without state or effects only; what they listen to is left to React, which comes after.
 */
export function draw(parent: Element, node: ReactNode): void {
  if (typeof node === 'string' || typeof node === 'number') parent.append(String(node));
  else if (Array.isArray(node)) for (const child of node as readonly ReactNode[]) draw(parent, child);
  else if (isValidElement<Readonly<Record<string, unknown>>>(node))
    drawElement(parent, node.type, node.props);
}
