import type { TokenLogprob } from '@gridloom/contract/agent/models'

/** Source: platform.openai.com/docs/api-reference/chat/object */
export function chatLogprobs(content: readonly TokenLogprob[]) {
  return { content, refusal: null }
}

/**
 * Returns probabilities in the form of completions. `offset`: the characters of the text before the first token.
 * Source: platform.openai.com/docs/api-reference/completions/object
 */
export function textLogprobs(tokens: readonly TokenLogprob[], offset = 0) {
  let at = offset
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }) => logprob),
    top_logprobs: tokens.map(({ top_logprobs: top }) =>
      Object.fromEntries(top.map(({ token, logprob }) => [token, logprob])),
    ),
    text_offset: tokens.map(({ token }) => {
      at += token.length
      return at - token.length
    }),
  }
}
