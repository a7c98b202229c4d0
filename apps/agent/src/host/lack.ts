/** Why a machine cannot do something, and exactly what to do about it. */
export interface Lack {
  missing: string
  remedy: string
}

/** Both as one text. */
export function lackText({ missing, remedy }: Lack): string {
  return `${missing}: ${remedy}`
}
