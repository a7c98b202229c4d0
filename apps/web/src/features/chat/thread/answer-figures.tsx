import type { ChatMessageView } from '@gridloom/contract/chat/chat'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { formatFirstToken, formatSpeed, nameOf } from '../../../shared/models/model-words.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import dotted from '../dotted.module.css'
import styles from './thread.module.css'

interface AnswerFiguresProps {
  message: ChatMessageView
  /** The model of the screen; an answer of another model is labelled with its name. */
  usual: ModelId
}

/** An answer's statistics: tokens, times, exact price, and the machine that generated it. */
export function AnswerFigures({ message, usual }: AnswerFiguresProps) {
  const { cost, model_id: model } = message
  if (cost === null) return null
  return (
    <ul className={`${dotted.dotted} ${styles.figures} gl-num`} aria-label="Answer statistics">
      {figuresOf(cost).map(({ name, text, title }) => (
        <li key={title} title={title}>
          {name !== undefined && `${name} `}
          <span>{text}</span>
        </li>
      ))}
      {model !== null && model !== usual && <li title={model}>by {nameOf(model)}</li>}
    </ul>
  )
}

interface Figure {
  /** Labels a figure that is unclear on its own. */
  name?: string
  text: string
  title: string
}

function figuresOf(cost: AnswerCost): Figure[] {
  const cached = cost.cached_tokens > 0 ? ` (${formatCount(cost.cached_tokens)} cached)` : ''
  const thought =
    cost.reasoning_tokens > 0 ? ` (${formatCount(cost.reasoning_tokens)} reasoning)` : ''
  return [
    { text: `${formatCount(cost.input_tokens)} in${cached}`, title: 'Tokens of the prompt' },
    { text: `${formatCount(cost.output_tokens)} out${thought}`, title: 'Tokens of the answer' },
    ...(cost.first_token_ms === null
      ? []
      : [
          {
            name: 'first token',
            text: formatFirstToken(cost.first_token_ms),
            title: 'Time to the first token',
          },
        ]),
    ...(cost.tokens_per_s === null
      ? []
      : [{ text: formatSpeed(cost.tokens_per_s), title: 'Tokens per second' }]),
    { text: cost.micro_usd === 0 ? 'free' : formatMoneyExact(cost.micro_usd), title: 'Price' },
    ...(cost.machine_name === null
      ? []
      : [{ name: 'on', text: cost.machine_name, title: 'Machine' }]),
  ]
}
