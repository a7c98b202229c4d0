/** Why a machine cannot do something, and exactly what to do about it. */
export interface MissingPrerequisite {
  missing: string
  remedy: string
}

/** Both as one text. */
export function missingPrerequisiteText({ missing, remedy }: MissingPrerequisite): string {
  return `${missing}: ${remedy}`
}
