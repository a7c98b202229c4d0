import { ApiError } from '@gridloom/client/api-error'
import type { App } from '@gridloom/contract/apps/app'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { describeError } from '../../../ui/format/error-texts.ts'
import styles from './launch.module.css'
import type { Launch } from './use-launch.ts'

/** Why a launch was refused, with its one next step. What was typed is kept. */
export function LaunchNotice({ launch, app }: { launch: Launch; app: App }) {
  const { error } = launch
  if (error === null) return null
  const { text, remedy } = describeError(error)
  return (
    <div className={styles.notice} data-tone={toneOf(error)} role="alert">
      <div>
        {text} {remedy}
      </div>
      <NextStep launch={launch} app={app} error={error} />
    </div>
  )
}

function NextStep({ launch, app, error }: { launch: Launch; app: App; error: Error }) {
  if (launch.isUnanswered)
    return (
      <Button size="xs" loading={launch.launching} onClick={launch.sendAgain}>
        Send again
      </Button>
    )
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'no_offer_fits')
    return (
      <Button
        size="xs"
        renderRoot={(props) => (
          <Link {...props} to="/instance" search={{ q: formatOfferQuery(app.needs) }} />
        )}
      >
        Browse offers
      </Button>
    )
  if (code === 'invalid_input') return null
  return (
    <Button size="xs" onClick={() => launch.renew('best')}>
      Find another machine
    </Button>
  )
}

function toneOf(error: Error): 'warn' | 'bad' {
  return error instanceof ApiError && error.status < 500 ? 'warn' : 'bad'
}
