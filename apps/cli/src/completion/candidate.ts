/** A word that completes the command line, with a short description. */
export interface Candidate {
  value: string
  text: string
}
