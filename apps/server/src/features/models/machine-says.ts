/** A machine's words within a sentence of ours, marked as whose they are; they cannot end their own quotation. */
export function machineSays(text: string): string {
  return `The machine says: “${text.replace(/[“”]/g, '"').trim()}”`
}
