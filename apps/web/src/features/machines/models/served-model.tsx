import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { usualFacts } from '../../../shared/models/endpoint-facts.ts'
import { FetchProgress } from '../../../shared/models/fetch-progress.tsx'
import {
  endpointStatus,
  endpointText,
  formatFirstToken,
  formatSpeed,
  formatUptimeShare,
  notMeasured,
} from '../../../shared/models/model-words.ts'
import { FactGrid } from '../../../ui/components/facts.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { useStopServing } from '../api/stop-serving.ts'
import styles from './models.module.css'

interface ServedModelProps {
  endpoint: ModelEndpoint
  onChange: () => void
}

/** One model that the machine serves, with its actions. */
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
      <FactGrid facts={[...usualFacts(endpoint), ...measuredFacts(endpoint)]} />
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
      done={`${name} no longer serves ${model}`}
      remove={stop}
    >
      {name} gets no new requests for this model. Answers in progress are finished. Its price and
      measurements are deleted; you keep its earnings.
    </RemoveButton>
  )
}

function measuredFacts({ metrics }: ModelEndpoint) {
  const { first_token_ms: firstToken, tokens_per_s: speed, uptime_1d: uptime } = metrics
  return [
    { name: 'First token', value: firstToken ? formatFirstToken(firstToken.p50) : notMeasured },
    { name: 'Speed', value: speed ? formatSpeed(speed.p50) : notMeasured },
    { name: 'Uptime, 1 day', value: uptime === null ? notMeasured : formatUptimeShare(uptime) },
    { name: 'Last 30 minutes', value: plural(metrics.answers_30m, 'answer') },
  ]
}
