import type { AffiliateFigures } from '@gridloom/contract/affiliate/affiliate'
import type { Creative } from '@gridloom/contract/affiliate/creative'
import { bannerHtml } from '@gridloom/domain/affiliate/creatives'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { clockNowMs } from '../../browser/clock.ts'
import { CopyLine } from '../../ui/components/copy.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { plural } from '../../ui/format/numbers.ts'
import styles from './affiliate.module.css'
import { affiliateStatsQuery, creativesQuery } from './affiliate-api.ts'
import { lastDays, linkWith } from './affiliate-words.ts'

/** Banners and texts with the own link in them, ready to paste, and what each led to. */
export function CreativesSection({ link }: { link: string }) {
  const client = useClient()
  const list = useQuery(creativesQuery(client))
  const stats = useQuery(
    affiliateStatsQuery(client, { by: 'sub_id', ...lastDays(30, clockNowMs()) }),
  )
  const figures = new Map((stats.data?.rows ?? []).map((row) => [row.key, row]))
  return (
    <Section title="Creatives">
      <Loaded query={list} what="the creatives" rows={3}>
        {({ creatives }) =>
          creatives.length === 0 ? (
            <EmptyState icon={<IconPhoto size={20} stroke={1.6} />} title="No creatives yet">
              Banners and texts for your site appear here, with your link in them.
            </EmptyState>
          ) : (
            <ul className={styles.creatives}>
              {creatives.map((creative) => (
                <CreativeItem
                  key={creative.id}
                  creative={creative}
                  link={linkWith(link, {
                    ...{ to: '', campaign: 'creatives', subId: creative.sub_id },
                  })}
                  figures={figures.get(creative.sub_id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

interface CreativeItemProps {
  creative: Creative
  link: string
  figures: AffiliateFigures | undefined
}

function CreativeItem({ creative, link, figures }: CreativeItemProps) {
  const { title, text, picture } = creative
  const code =
    picture === null
      ? `${text}\n${link}`
      : bannerHtml({ ...picture, link, picture: picture.url, alt: title })
  return (
    <li className={styles.creative}>
      <div className={styles.creativeHead}>
        <h3>{title}</h3>
        <span className={styles.hint}>{kindOf(picture)}</span>
        <span className={styles.hint}>{figuresInWords(figures)}</span>
      </div>
      {picture !== null && (
        <img
          className={styles.banner}
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={title}
          loading="lazy"
        />
      )}
      {picture !== null && text !== '' && <p className={styles.hint}>{text}</p>}
      <CopyLine text={code} label={`${picture === null ? 'Text' : 'HTML'} of ${title}`} />
    </li>
  )
}

function kindOf(picture: Creative['picture']): string {
  if (picture === null) return 'Text'
  const pixels = `${picture.width} × ${picture.height} px`
  return picture.size === null ? pixels : `${picture.size}, ${pixels}`
}

function figuresInWords(figures: AffiliateFigures | undefined): string {
  const { clicks = 0, sign_ups: signUps = 0 } = figures ?? {}
  return `${plural(clicks, 'click')}, ${plural(signUps, 'sign-up')} in 30 days`
}
