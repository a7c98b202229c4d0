/** A condition, and how far it is. */
export interface StepProgress {
  readonly value: number
  readonly atLeast: number
}

/** Whether one step, or each, is met. No steps are never met. */
export function areStepsMet(match: 'all' | 'any', steps: readonly StepProgress[]): boolean {
  if (steps.length === 0) return false
  return match === 'all' ? steps.every(isStepMet) : steps.some(isStepMet)
}

export function isStepMet({ value, atLeast }: StepProgress): boolean {
  return value >= atLeast
}
