/** The page that channels come back to, with their answer in its query. */
export function returnUrl({ publicUrl }: { publicUrl: string }): URL {
  return new URL('/ambassador/manage/return', publicUrl)
}
