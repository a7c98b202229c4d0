import type { PostAttachment } from '../src/features/channels/index.ts'

type Given = Partial<Omit<PostAttachment, 'bytes' | 'pieces'>> & { bytes: Uint8Array }

/** A picture or video of a post, read from memory. */
export function anAttachment({ bytes, ...over }: Given): PostAttachment {
  return {
    ...{ kind: 'picture', mime: 'image/png', text: '', width: 8, height: 8, ...over },
    bytes: bytes.length,
    async *pieces() {
      yield bytes
    },
  }
}
