import { ApiError } from '@gridloom/client/api-error'
import { describeError } from '../format/error-texts.ts'

/** The part of a Mantine form that errors need. */
export interface FormErrors {
  setErrors(errors: Record<string, string>): void
  getValues(): object
  /** Maps a path of the request to a field; if omitted, the form has the shape of the request. */
  fieldAt?: (path: string) => string | undefined
}

/**
 * Sets an error's field messages at the form's fields (`a.b` falls back to `a`). Returns the text of what matches no
 * field, network errors included, to show above the buttons, or `undefined`.
 */
export function placeFieldErrors(form: FormErrors, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return describeError(error).text
  const names = Object.keys(form.getValues())
  const { fieldAt = (path) => names.find((one) => one === path || path.startsWith(`${one}.`)) } =
    form
  const placed: Record<string, string> = {}
  const rest: string[] = []
  for (const [path, text] of Object.entries(error.fields)) {
    const name = fieldAt(path)
    if (name === undefined) rest.push(`${path}: ${text}`)
    else placed[name] = text
  }
  form.setErrors(placed)
  if (rest.length > 0) return rest.join('; ')
  return Object.keys(placed).length > 0 ? undefined : error.message
}
