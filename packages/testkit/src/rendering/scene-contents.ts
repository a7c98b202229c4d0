import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'

/** One Blender file as 3.4 saves it, with nothing else specified. */
export const sceneContents: SceneContents = {
  kind: 'blend',
  blends: [
    {
      path: 'scene.blend',
      facts: {
        blender_version: '3.4',
        compression: 'none',
        size_bytes: 100,
        scenes: [],
        active_scene: 'Scene',
        cameras: ['Camera'],
        references: [],
        packed_files: 0,
        scripts: [],
        drivers: null,
        thumbnail: null,
      },
      diagnostics: [],
    },
  ],
  files: 1,
  unpacked_bytes: 100,
}
