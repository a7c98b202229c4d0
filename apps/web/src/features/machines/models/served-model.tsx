import type { ModelEndpoint } from '@gridloom/contract/models'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount, plural } from '../../../lib/format/numbers.ts'
import { FetchProgress } from '../../../lib/models/fetch-progress.tsx'
import {
  endpointStatus,
  endpointText,
  formatContext,
  formatFirstToken,
  formatPerMillion,
  formatSpeed,
  formatUptime,
  notMeasured,
} from '../../../lib/models/model-words.ts'
import { RemoveButton } from '../../../lib/parts/remove-button.tsx'
import { StatusBadge } from '../../../lib/parts/status-badge.tsx'
import { useStopServing } from '../api/stop-serving.ts'
import styles from './models.module.css'

interface ServedModelProps {
  endpoint: ModelEndpoint
  onChange: () => void
}

/** One model that the machine serves, and the ways to change that. */
export function ServedModelItem({ endpoint, onChange }: ServedModelProps) {
  const { model_id: model } = endpoint
  const text = endpointText(endpoint)
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <Link to="/model-hub" search={{ model }} className={styles.name}>
          {model}
        </Link>
        <StatusBadge {...endpointStatus(endpoint)} look="plain" />
      </div>
      {text !== '' && (
        <p className={styles.text} data-tone={endpoint.state === 'failed' ? 'bad' : undefined}>
          {text}
        </p>
      )}
      <FetchProgress endpoint={endpoint} />
      <dl className={styles.facts}>
        {factsOf(endpoint).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="gl-num">{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button size="xs" onClick={onChange} aria-label={`Change how ${model} is served`}>
          Change
        </Button>
        <StopServing endpoint={endpoint} />
      </div>
    </li>
  )
}

function StopServing({ endpoint }: { endpoint: ModelEndpoint }) {
  const { machine_id: machine, machine_name: name, model_id: model } = endpoint
  const stop = useStopServing(machine)
  return (
    <RemoveButton
      thing={model}
      word="Stop serving"
      name={model}
      confirmWord="Stop serving"
      done={`${name} serves ${model} no more`}
      remove={stop}
    >
      {name} gets no more questions for it. Answers under way are finished. Its{' '}
      <strong>price</strong> and what was <strong>measured</strong> of it here are lost; what it
      earned stays yours.
    </RemoveButton>
  )
}

function factsOf(endpoint: ModelEndpoint) {
  const { price, figures, context_tokens: context, slots, busy, queued } = endpoint
  const { first_token_ms: firstToken, tokens_per_s: speed, uptime_1d: uptime } = figures
  return [
    { name: 'Input', value: formatPerMillion(price.input_micro_usd) },
    { name: 'Cached', value: formatPerMillion(price.cached_micro_usd) },
    { name: 'Output', value: formatPerMillion(price.output_micro_usd) },
    { name: 'Context', value: context === null ? 'not known yet' : formatContext(context) },
    {
      name: 'Busy slots',
      value: `${busy} of ${slots}${queued > 0 ? `, ${formatCount(queued)} waiting` : ''}`,
    },
    { name: 'First token', value: firstToken ? formatFirstToken(firstToken.p50) : notMeasured },
    { name: 'Speed', value: speed ? formatSpeed(speed.p50) : notMeasured },
    { name: 'Uptime, 1 day', value: uptime === null ? notMeasured : formatUptime(uptime) },
    { name: 'In 30 minutes', value: plural(figures.answers_30m, 'answer') },
  ]
}
