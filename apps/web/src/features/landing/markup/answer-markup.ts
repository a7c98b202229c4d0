import { escapeHtml } from './escape-html.ts'
import { exactUsd, recordedOn } from './recorded-on.ts'

/** An answer of a model. Each delta is its time in milliseconds since the request, and its text. */
export interface AnswerRecording {
  recorded_at: string
  model: string
  prompt: string
  input_tokens: number
  output_tokens: number
  micro_usd: number
  deltas: readonly (readonly (number | string)[])[]
}

/** Returns a chat in which each word appears at its recorded time, and what it cost. */
export function answerMarkup(answer: AnswerRecording): string {
  const { prompt, deltas, input_tokens, output_tokens, micro_usd, model } = answer
  const words = deltas.map(
    ([atMs, text]) =>
      `<span data-at style="--at:${at(Number(atMs))}">${escapeHtml(`${text}`)}</span>`,
  )
  const firstMs = Number(deltas[0]?.[0] ?? 0)
  const lastMs = Number(deltas.at(-1)?.[0] ?? 0)
  const figures = [
    escapeHtml(model.split('/').at(-1) ?? model),
    `${input_tokens} tokens in, ${output_tokens} out`,
    `first token after ${(firstMs / 1_000).toFixed(1)} s`,
    `<strong>${exactUsd(micro_usd)}</strong>`,
  ].map((figure) => `<span>${figure}</span>`)
  return [
    `<div class="panel chat" data-plays="answer">`,
    `<p class="asked">${escapeHtml(prompt)}</p>`,
    `<p class="answered">${words.join('')}</p>`,
    `<p class="cost" data-at style="--at:${at(lastMs)}">${figures.join('')}</p>`,
    `</div>`,
  ].join('')
}

export function answerCaption(answer: AnswerRecording): string {
  return `<span>A real answer from the model that every new server runs, at its original speed on two busy CPU threads. Recorded ${recordedOn(answer)}.</span>`
}

function at(ms: number): string {
  return `${(ms / 1_000).toFixed(2)}s`
}
