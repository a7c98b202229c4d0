const gpt2 = String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
const llama3 = String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
const qwen2 = llama3.replace('{1,3}', '')
const digit = String.raw`\p{N}`

/**
 * How text is split before pairs of bytes are merged: patterns applied in turn, by the name that GGUF files use. They
 * are those of the tokenizers, as listed in `llama-vocab.cpp` of llama.cpp; tokens of other tokenizers are not counted.
 */
const patterns: Readonly<Record<string, readonly string[]>> = {
  default: [gpt2],
  'gpt-2': [gpt2],
  olmo: [gpt2],
  smollm: [digit, gpt2],
  starcoder: [digit, gpt2],
  refact: [digit, gpt2],
  'command-r': [digit, gpt2],
  'llama-bpe': [llama3],
  llama3: [llama3],
  'llama-v3': [llama3],
  dbrx: [llama3],
  'smaug-bpe': [llama3],
  qwen2: [qwen2],
  stablelm2: [qwen2],
  'deepseek-r1-qwen': [qwen2],
}

export function isKnownSplit(name: string): boolean {
  return Object.hasOwn(patterns, name)
}

export function splitPatterns(name: string): readonly string[] {
  return patterns[name] ?? []
}
