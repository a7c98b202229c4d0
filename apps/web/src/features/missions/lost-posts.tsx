import { channelNames } from '@gridloom/contract/channels/channel'
import type { LostPost } from '@gridloom/contract/missions/mission'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { lostWords } from './mission-words.ts'
import styles from './missions.module.css'

interface LostPostsProps {
  posts: readonly LostPost[]
  /** Whether the text that the check read is shown. */
  text?: 'shown'
}

/** The posts that a claim is held for: where they are, and what was found there. */
export function LostPosts({ posts, text }: LostPostsProps) {
  return posts.map(({ channel, url, outcome, at, found }) => (
    <div key={url} className={styles.hint}>
      <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc" className={styles.link}>
        Post on {channelNames[channel]}
      </a>{' '}
      {lostWords[outcome]} (<TimeAgo at={at} />)
      {text === 'shown' && found !== '' && <q className={styles.found}>{found}</q>}
    </div>
  ))
}
