import type { RenderJob } from '@gridloom/contract/rendering/job'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { followDownload } from '../../../browser/follow-download.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import { type DownloadKind, useDownload } from '../api/make-download.ts'

const kinds: readonly { kind: DownloadKind; word: string; hint: string }[] = [
  { kind: 'zip', word: 'All frames as zip', hint: 'as they were rendered' },
  { kind: 'mp4', word: 'Video as MP4', hint: 'H.264' },
  { kind: 'webm', word: 'Video as WebM', hint: 'VP9' },
]

/** Downloads all finished frames as one file; each link is valid once. */
export function Downloads({ job }: { job: RenderJob }) {
  const download = useDownload(job.taskId, followDownload)
  if (job.frames_done === 0) return null
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant={job.state === 'completed' ? 'filled' : 'default'}
          leftSection={<IconDownload size={15} />}
          rightSection={<IconChevronDown size={14} />}
          loading={download.isPending}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{formatCount(job.frames_done)} frames done</Menu.Label>
        {kinds.map(({ kind, word, hint }) => (
          <Menu.Item key={kind} onClick={() => download.mutate(kind)} rightSection={hint}>
            {word}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
