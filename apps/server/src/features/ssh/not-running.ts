interface NotRunning {
  label: string
  state: string
  publicUrl: string
}

/** The line that a user reads in the terminal where their instance does not run, with what helps. */
export function notRunning({ label, state, publicUrl }: NotRunning): string {
  if (state === 'destroyed') return `${label} was destroyed.`
  return `${label} is ${state}. Start it at ${publicUrl}/instance/myinstance or with: gridloom start ${label}`
}
