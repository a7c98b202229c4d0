import type { AppSummary } from '@gridloom/contract/apps/app'
import { Skeleton } from '@mantine/core'
import { IconBolt, IconCloudDownload, IconHammer } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AppPicture } from '../../../shared/apps/app-picture.tsx'
import { categoryNames, imageSourceText, readyText } from '../../../shared/apps/app-words.ts'
import { HourlyPrice } from '../../../ui/components/money.tsx'
import styles from './apps.module.css'

/** One app of the catalogue; the whole card leads to its page. */
export function AppCard({ app }: { app: AppSummary }) {
  const ready = readyText(app)
  const SourceIcon = app.registry === null ? IconHammer : IconCloudDownload
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <AppPicture app={app} />
        <div className={styles.words}>
          <h2 className={styles.name}>
            <Link to="/appStore/$slug" params={{ slug: app.slug }} className={styles.link}>
              {app.name}
            </Link>
          </h2>
          <span className={styles.category}>{categoryNames[app.category]}</span>
        </div>
      </div>
      <p className={styles.text}>{app.summary}</p>
      <ul className={styles.facts} aria-label="Facts">
        {ready !== null && (
          <li className={styles.fact}>
            <IconBolt size={13} aria-hidden />
            {ready}
          </li>
        )}
        <li className={styles.fact}>
          <SourceIcon size={13} aria-hidden />
          {imageSourceText(app)}
        </li>
      </ul>
      <div className={styles.foot}>
        <Price app={app} />
        <span className={styles.offers}>{offersText(app.offers)}</span>
      </div>
    </li>
  )
}

function Price({ app: { from_micro_usd_per_hour: from } }: { app: AppSummary }) {
  if (from === null) return <span className={styles.none}>No free machine fits now</span>
  return (
    <span className={styles.price}>
      from <HourlyPrice microUsdPerHour={from} />
    </span>
  )
}

function offersText(offers: number): string | null {
  if (offers === 0) return null
  return offers === 1 ? '1 offer' : `${offers >= 1_000 ? '1,000+' : offers} offers`
}

export function AppCardSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Skeleton width={44} height={44} radius={11} />
        <Skeleton height={12} width="50%" />
      </div>
      <Skeleton height={10} width="90%" />
      <Skeleton height={10} width="60%" />
      <Skeleton height={14} width="35%" mt="auto" />
    </div>
  )
}
