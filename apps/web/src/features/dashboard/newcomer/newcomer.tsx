import { Button } from '@mantine/core'
import { IconCircleCheck, IconMovie, IconSearch, IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { detailsQuery } from '../../../api/queries.ts'
import { useAuth, useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import styles from './newcomer.module.css'
import { type NextStep, nextSteps } from './next-steps.ts'

/** The next steps of a user who neither hosts nor rents yet. */
export function Newcomer() {
  const details = useQuery(detailsQuery(useClient()))
  const flow = useAuth((state) => state.flow)
  return (
    <Section title="Next steps" inset="flush">
      <Loaded query={details} what="your account">
        {(known) => (
          <ol className={styles.steps} aria-label="Next steps">
            {nextSteps(known, flow).map((step, at) => (
              <Step key={step} step={step} look={at === 0 ? 'filled' : 'default'} />
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  )
}

const texts = {
  setup: {
    icon: IconCircleCheck,
    title: 'Set up your account',
    text: 'Verify your email address and enter an access code. It takes a minute.',
    button: 'Continue setup',
    to: '/welcome',
    search: {},
  },
  rent: {
    icon: IconSearch,
    title: 'Rent an instance',
    text: 'Choose a machine and a template. You pay by the second, and you can stop at any time.',
    button: 'Browse offers',
    to: '/instance',
    search: {},
  },
  render: {
    icon: IconMovie,
    title: 'Render a Blender file',
    text: 'Upload it, look at a test frame with its price, and set a budget.',
    button: 'Upload a file',
    to: '/render',
    search: {},
  },
  host: {
    icon: IconServer2,
    title: 'Add a machine',
    text: 'Run one command on a computer with or without GPUs. You set the prices.',
    button: 'Add machine',
    to: '/machines',
    search: { enrol: true },
  },
} as const satisfies Record<NextStep, object>

function Step({ step, look }: { step: NextStep; look: 'filled' | 'default' }) {
  const { icon: Icon, title, text, button, to, search } = texts[step]
  return (
    <li>
      <span className={styles.icon} aria-hidden>
        <Icon size={19} stroke={1.6} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.text}>{text}</p>
      </div>
      <Button variant={look} renderRoot={(props) => <Link {...props} to={to} search={search} />}>
        {button}
      </Button>
    </li>
  )
}
