/** Thrown for an engine that responded, but not validly. */
export class UpstreamBroken extends Error {
  override readonly name = 'UpstreamBroken'
}
