/**
 * Error codes, each with its HTTP status and the text for users; `{name}` in a text is replaced from the details of the
 * error.
 */
export type ErrorTexts = Readonly<Record<string, { status: number; text: string }>>
