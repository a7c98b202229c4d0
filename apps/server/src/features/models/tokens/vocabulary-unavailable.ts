/** The failure to read a model's vocabulary: its file, host or package index does not serve it. */
export class VocabularyUnavailable extends Error {
  override readonly name = 'VocabularyUnavailable'
}
