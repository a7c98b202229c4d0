/** A failure to build a bundle. Callers get `agent_bundle_unavailable`; the log gets this as its cause. */
export class BundleError extends Error {
  override name = 'BundleError'
}
