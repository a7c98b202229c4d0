/** A rating as five stars. */
export function starsOf(rating: number): string {
  return `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}`
}
