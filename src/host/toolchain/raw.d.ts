/** A file taken into the build as text. */
declare module '*?raw' {
  const text: string;
  export = text;
}
