/** A text for a panel: whole where it is short, else its beginning and how much is left out. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)} … (${text.length - most} more characters)`;
}
