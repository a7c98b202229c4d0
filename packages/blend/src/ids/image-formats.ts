/**
 * Image formats by their number in files, with their names in Blender's Python API.
 * Source: `R_IMF_IMTYPE_*` of `DNA_scene_types.h` and `rna_enum_image_type_items`.
 */
export const imageFormats: ReadonlyMap<number, string> = new Map([
  [0, 'TARGA'],
  [1, 'IRIS'],
  [4, 'JPEG'],
  [7, 'IRIZ'],
  [14, 'TARGA_RAW'],
  [15, 'AVI_RAW'],
  [16, 'AVI_JPEG'],
  [17, 'PNG'],
  [20, 'BMP'],
  [21, 'HDR'],
  [22, 'TIFF'],
  [23, 'OPEN_EXR'],
  [24, 'FFMPEG'],
  [26, 'CINEON'],
  [27, 'DPX'],
  [28, 'OPEN_EXR_MULTILAYER'],
  [29, 'DDS'],
  [30, 'JPEG2000'],
  [31, 'H264'],
  [32, 'XVID'],
  [33, 'THEORA'],
  [35, 'WEBP'],
  [36, 'AVIF'],
])

/** Formats that write one movie of all frames, which machines cannot share. */
export const movieFormats: ReadonlySet<string> = new Set([
  'AVI_RAW',
  'AVI_JPEG',
  'FFMPEG',
  'H264',
  'XVID',
  'THEORA',
])
