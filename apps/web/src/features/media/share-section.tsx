import { channelNames } from '@gridloom/contract/channels/channel'
import type { Media } from '@gridloom/contract/media/media'
import { shareLimits } from '@gridloom/contract/media/share-limits'
import { shareLength, shareText, textFor } from '@gridloom/domain/media/share-text'
import { Button, CopyButton, Select, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import styles from './media.module.css'
import { referralLinkQuery } from './media-api.ts'
import { channelIds } from './media-words.ts'

/** A text of the right length for a platform, with the account's referral link. */
export function ShareSection({ media }: { media: Media }) {
  const link = useQuery(referralLinkQuery(useClient()))
  return (
    <Section title="Share with my link">
      <Loaded query={link} what="your link" rows={2}>
        {(affiliate) => <ShareText media={media} link={affiliate.link} />}
      </Loaded>
    </Section>
  )
}

function ShareText({ media, link }: { media: Media; link: string }) {
  const [platform, setPlatform] = useState(media.platforms[0] ?? 'x')
  const text = shareText({ text: textFor(media, platform), link }, platform)
  const { lengthMax } = shareLimits[platform]
  return (
    <div className={styles.share}>
      <Select
        label="Platform"
        allowDeselect={false}
        data={channelIds.map((value) => ({ value, label: channelNames[value] }))}
        value={platform}
        onChange={(value) => setPlatform(channelIds.find((one) => one === value) ?? platform)}
      />
      <Textarea
        label="Post"
        readOnly
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        description={`${shareLength(text, platform)} of ${lengthMax} characters, as ${channelNames[platform]} counts`}
      />
      <CopyButton value={text} timeout={1_500}>
        {({ copied, copy }) => (
          <Button
            variant="filled"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy post'}
          </Button>
        )}
      </CopyButton>
      <p className={styles.hint}>
        You earn commission for sign-ups by this link. Say in your post that it is advertising.
      </p>
    </div>
  )
}
