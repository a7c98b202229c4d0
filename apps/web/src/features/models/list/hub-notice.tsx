import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { assertNever } from '@gridloom/domain/assert-never'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FetchProgress } from '../../../shared/models/fetch-progress.tsx'
import { endpointText } from '../../../shared/models/model-words.ts'
import styles from '../hub.module.css'
import type { HubAvailability } from '../hub-availability.ts'

/** Explains why no model is available and what helps; hidden while one is. */
export function HubNotice({ availability }: { availability: HubAvailability }) {
  switch (availability.kind) {
    case 'serving':
      return null
    case 'coming':
      return (
        <Notice tone="busy" title="A model is loading" endpoints={availability.endpoints}>
          You can chat as soon as it is loaded. This page updates automatically.
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="bad" title="No models available" endpoints={availability.endpoints}>
          The machine’s owner can see details on the machine’s page. {elsewhere}
        </Notice>
      )
    case 'waiting':
      return (
        <Notice tone="warn" title="No models available yet" endpoints={availability.endpoints}>
          The machines assigned to serve models have not connected yet. {elsewhere}
        </Notice>
      )
    case 'nobody':
      return (
        <Notice tone="warn" title="No models available" endpoints={[]}>
          Any machine can serve these models. {elsewhere}
        </Notice>
      )
    default:
      return assertNever(availability)
  }
}

const elsewhere = (
  <>
    To serve a model, open one of <Link to="/machines">your machines</Link> and choose Models. You
    can use your own engine, such as Ollama or vLLM.
  </>
)

interface NoticeProps {
  tone: 'busy' | 'warn' | 'bad'
  title: string
  endpoints: readonly ModelEndpoint[]
  children: ReactNode
}

function Notice({ tone, title, endpoints, children }: NoticeProps) {
  return (
    <section className={styles.notice} data-tone={tone} aria-label={title}>
      <h2 className={styles.noticeTitle}>{title}</h2>
      {endpoints.length > 0 && (
        <ul className={styles.comings}>
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <span className="gl-num">
                <strong>{endpoint.model_id}</strong> on {endpoint.machine_name}:{' '}
                {endpointText(endpoint)}
              </span>
              <FetchProgress endpoint={endpoint} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.noticeText}>{children}</p>
    </section>
  )
}
