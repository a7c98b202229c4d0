import type { Model } from '@gridloom/contract/models/model'
import { plural } from '../../ui/format/numbers.ts'
import {
  formatContext,
  formatFirstToken,
  formatPerMillion,
  formatSpeed,
  servingOf,
} from './model-words.ts'
import styles from './models.module.css'

/** Price and speed of a model in one line, truncated if there is no room. */
export function ModelLine({ model }: { model: Model }) {
  const text = lineOf(model)
  return (
    <span className={`${styles.line} gl-num`} title={text}>
      {text}
    </span>
  )
}

function lineOf(model: Model): string {
  const { price, metrics, context_tokens: context } = model
  const serving = servingOf(model).length
  if (serving === 0) return 'no machine serves it right now'
  return [
    ...(price === null
      ? []
      : [
          `${formatPerMillion(price.input_micro_usd)} in`,
          `${formatPerMillion(price.output_micro_usd)} out`,
        ]),
    `${formatContext(context)} context`,
    ...(metrics.first_token_ms
      ? [`first token ${formatFirstToken(metrics.first_token_ms.p50)}`]
      : []),
    ...(metrics.tokens_per_s ? [formatSpeed(metrics.tokens_per_s.p50)] : []),
    plural(serving, 'machine'),
  ].join(' · ')
}
