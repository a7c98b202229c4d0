/** Quotes a machine's text within a message, attributed to the machine; the text cannot close the quotation. */
export function machineSays(text: string): string {
  return `The machine says: “${text.replace(/[“”]/g, '"').trim()}”`
}
