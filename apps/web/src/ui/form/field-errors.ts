import { ApiError } from '@gridloom/client/api-error'
import { describeError } from '../format/error-texts.ts'

/** As much of a Mantine form as errors need. */
export interface FormErrors {
  setErrors(errors: Record<string, string>): void
  getValues(): object
  /** The field of a path of the call; left out: the form has the shape of the call. */
  fieldAt?: (path: string) => string | undefined
}

/**
 * Puts a refusal's field errors at the form's fields (`a.b` falls back to `a`). Returns what no field
 * could take: the text to show above the buttons, or `undefined` when every error found its field.
 */
export function placeFieldErrors(form: FormErrors, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
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

/** The same for a form that shows all that goes wrong with it itself, a lost connection too. */
export function placeProblem(form: FormErrors, error: unknown): string | undefined {
  return error instanceof ApiError ? placeFieldErrors(form, error) : describeError(error).text
}
