import type { ChatMessageView } from '@gridloom/contract/chats'
import type { AnswerCost } from '@gridloom/contract/models'
import { formatMoneyExact } from '../../../lib/format/money.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { formatFirstToken, formatSpeed } from '../../../lib/models/model-words.ts'
import styles from './thread.module.css'

/** What an answer took: tokens, times, its exact price, and which machine made it. */
export function AnswerFigures({ message }: { message: ChatMessageView }) {
  const { cost, model_id: model } = message
  if (cost === null) return null
  return (
    <ul className={`${styles.figures} gl-num`} aria-label="What this answer took">
      {figuresOf(cost).map(({ text, title }) => (
        <li key={title} title={title}>
          {text}
        </li>
      ))}
      {model !== null && <li title={model}>{model.split('/').at(-1)}</li>}
    </ul>
  )
}

function figuresOf(cost: AnswerCost): { text: string; title: string }[] {
  const cached = cost.cached_tokens > 0 ? ` (${formatCount(cost.cached_tokens)} cached)` : ''
  return [
    { text: `${formatCount(cost.input_tokens)} in${cached}`, title: 'Tokens of the prompt' },
    { text: `${formatCount(cost.output_tokens)} out`, title: 'Tokens of the answer' },
    ...(cost.first_token_ms === null
      ? []
      : [{ text: formatFirstToken(cost.first_token_ms), title: 'Time to the first token' }]),
    ...(cost.tokens_per_s === null
      ? []
      : [{ text: formatSpeed(cost.tokens_per_s), title: 'Tokens in a second' }]),
    { text: cost.micro_usd === 0 ? 'free' : formatMoneyExact(cost.micro_usd), title: 'Price' },
    ...(cost.machine_name === null
      ? []
      : [{ text: cost.machine_name, title: 'The machine that made it' }]),
  ]
}
