/**
 * Thrown when a model's vocabulary cannot be read: its file, host or package index does not serve it, or it is broken.
 */
export class VocabularyUnavailable extends Error {
  override readonly name = 'VocabularyUnavailable'
}
