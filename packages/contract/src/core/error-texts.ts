/**
 * Error codes, each with its HTTP status and the text that a user reads; `{name}` in a text is filled from the details
 * of the refusal.
 */
export type ErrorTexts = Readonly<Record<string, { status: number; text: string }>>
