/** Returns the value of a field. */
export function typedIn(field: HTMLElement): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  throw new TypeError(`<${field.tagName.toLowerCase()}> is no field`)
}
