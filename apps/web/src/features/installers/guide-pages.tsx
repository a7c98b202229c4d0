import { endpoints } from 'virtual:api-facts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { configQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { clockNowMs } from '../../browser/clock.ts'
import { AsCode, type CodeAction } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { Coded } from './coded.tsx'
import styles from './guide.module.css'
import type { Guide } from './guide.ts'
import { mac } from './guides/mac.ts'
import { ubuntu } from './guides/ubuntu.ts'
import { windows } from './guides/windows.ts'
import { SystemTabs } from './system-tabs.tsx'
import { Troubleshooting, Uninstall } from './troubleshooting.tsx'
import { useMayHost } from './use-may-host.ts'
import { Watch } from './watch.tsx'
import { YourCommand } from './your-command.tsx'

const enrolCode: readonly CodeAction[] = [
  {
    name: 'Add a machine',
    endpoint: endpoints.machines.createEnrolmentToken,
    input: { body: {} },
    cli: 'gridloom machines token',
  },
  { name: 'List your machines', endpoint: endpoints.machines.list, cli: 'gridloom machines' },
]

export function UbuntuGuide() {
  return <GuidePage key="ubuntu" guide={ubuntu} />
}

export function WindowsGuide() {
  return <GuidePage key="windows" guide={windows} />
}

export function MacGuide() {
  return <GuidePage key="mac" guide={mac} />
}

/** The hosting guide of one system: requirements, the install command, what it does, and the next steps. */
function GuidePage({ guide }: { guide: Guide }) {
  const mayHost = useMayHost()
  const config = useQuery(configQuery(useClient()))
  const [askedAtMs, setAskedAtMs] = useState<number>()
  const url = config.data?.url ?? location.origin
  return (
    <Page
      title={`Host on ${guide.name}`}
      lead={guide.lead}
      actions={<AsCode actions={enrolCode} />}
    >
      <SystemTabs />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Needs guide={guide} />
          <Section title="2 · Run one command">
            <p className={styles.text}>
              <Coded text={guide.where} />
            </p>
            <YourCommand
              guide={guide}
              url={url}
              mayHost={mayHost}
              asked={askedAtMs === undefined ? 'no' : 'yes'}
              ask={() => setAskedAtMs(clockNowMs())}
            />
            <p className={styles.text}>
              <Coded text={guide.also} /> The script is plain text:{' '}
              <a href={guide.script} target="_blank" rel="noreferrer">
                read it first
              </a>
              .
            </p>
            <Steps guide={guide} />
          </Section>
          <Section title="3 · Wait for the machine to connect">
            {mayHost.kind === 'open' ? (
              <Watch guide={guide} askedAtMs={askedAtMs} />
            ) : (
              <p className={styles.text}>
                After the command has run, your machine’s name and hardware appear here.
              </p>
            )}
          </Section>
          <After guide={guide} />
        </div>
        <div className={styles.stack}>
          <Troubleshooting guide={guide} />
          <Uninstall guide={guide} url={url} />
        </div>
      </div>
    </Page>
  )
}

function Needs({ guide }: { guide: Guide }) {
  return (
    <Section title="1 · Requirements">
      <dl className={styles.facts}>
        {guide.needs.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Coded text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {guide.limits.length > 0 && (
        <div className={styles.limits}>
          <h3 className={styles.small}>Limitations on {guide.name}</h3>
          <ul className={styles.list}>
            {guide.limits.map((limit) => (
              <li key={limit}>
                <Coded text={limit} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}

function Steps({ guide }: { guide: Guide }) {
  return (
    <>
      <h3 className={styles.small}>What the command does</h3>
      <ol className={styles.steps}>
        {guide.steps.map(({ name, text }) => (
          <li key={name}>
            <strong>{name}.</strong> <Coded text={text} />
          </li>
        ))}
      </ol>
    </>
  )
}

function After({ guide }: { guide: Guide }) {
  return (
    <Section title="4 · Set its price">
      <ul className={styles.list}>
        <li>
          A new machine is listed at a default price as soon as its hardware is known. To change the
          price or unlist it, go to <Link to="/machines">Machines</Link>.
        </li>
        <li>Renters see measured benchmarks. Measure again after you change the hardware.</li>
        <li>You earn for every second that renters are charged, and see your earnings live.</li>
        <li>
          <Coded text={guide.upgrade} />
        </li>
      </ul>
    </Section>
  )
}
