import { BlendWriter, type Form, forms, type Shapes } from './blend-writer.ts'

/** Only the members that are read, in their structs, as Blender 3.4 names them. */
export const smallShapes = {
  ListBase: ['void *first', 'void *last'],
  IDPropertyData: ['void *pointer', 'ListBase group', 'int val', 'int val2'],
  IDProperty: [
    'IDProperty *next',
    'IDProperty *prev',
    'char type',
    'char subtype',
    'short flag',
    'char name[64]',
    'int saved',
    'IDPropertyData data',
  ],
  ID: ['void *next', 'void *prev', 'char name[66]', 'short flag', 'IDProperty *properties'],
  ImageFormatData: ['char imtype', 'char depth', 'short pad'],
  RenderData: [
    'ImageFormatData im_format',
    'int sfra',
    'int efra',
    'int frame_step',
    'short size',
    'short frs_sec',
    'int xsch',
    'int ysch',
    'int scemode',
    'float frs_sec_base',
    'char engine[32]',
  ],
  SceneEEVEE: ['int taa_render_samples'],
  SceneDisplay: ['char viewport_aa', 'char render_aa', 'short pad'],
  Scene: [
    'ID id',
    'Object *camera',
    'char use_nodes',
    'char pad[7]',
    'bNodeTree *nodetree',
    'RenderData r',
    'RigidBodyWorld *rigidbody_world',
    'SceneEEVEE eevee',
    'SceneDisplay display',
  ],
  Object: ['ID id', 'short type', 'short pad[3]'],
  PointCache: ['PointCache *next', 'int flag', 'int step'],
  RigidBodyWorld_Shared: ['PointCache *pointcache'],
  RigidBodyWorld: ['RigidBodyWorld_Shared *shared', 'PointCache *pointcache'],
  ClothModifierData: ['PointCache *point_cache'],
  SoftBody_Shared: ['PointCache *pointcache'],
  SoftBody: ['SoftBody_Shared *shared', 'PointCache *pointcache'],
  ParticleSystem: ['ParticleSettings *part', 'PointCache *pointcache'],
  ParticleSettings: ['ID id', 'short type', 'short phystype', 'int pad'],
  FluidDomainSettings: ['int cache_flag', 'int pad', 'char cache_directory[1024]'],
  MeshCacheModifierData: ['char filepath[1024]'],
  OceanModifierData: ['char cachepath[1024]', 'char cached', 'char pad[7]'],
  Image: ['ID id', 'char name[1024]', 'short source', 'short pad[3]', 'PackedFile *packedfile'],
  Library: ['ID id', 'char name[1024]', 'PackedFile *packedfile'],
  CacheFile: ['ID id', 'char filepath[1024]', 'char is_sequence', 'char pad[7]'],
  Volume: [
    'ID id',
    'char filepath[1024]',
    'PackedFile *packedfile',
    'char is_sequence',
    'char pad[7]',
  ],
  bSound: ['ID id', 'char name[1024]', 'PackedFile *packedfile'],
  VFont: ['ID id', 'char name[1024]', 'PackedFile *packedfile'],
  MovieClip: ['ID id', 'char name[1024]', 'int source', 'int pad'],
  Text: ['ID id', 'int flags', 'int pad'],
  ChannelDriver: ['char expression[256]', 'int type', 'int flag'],
  StripElem: ['char name[256]', 'int orig_width'],
  Strip: ['StripElem *stripdata', 'char dir[768]'],
  Sequence: ['int type', 'int startdisp', 'Strip *strip'],
  FileGlobal: ['short subversion', 'short pad[3]', 'Scene *curscene'],
} as const satisfies Shapes

/** A file with a scene of that name, and a camera in it; the test adds more. */
export function smallBlend(form: Form = forms.before5, version = 304): BlendWriter {
  return new BlendWriter(smallShapes, form, version)
}

export const addresses = { scene: 0x1000, camera: 0x2000, first: 0x9000 } as const

/** The minimum that renders: one open scene with one camera. */
export function readyBlend(form: Form = forms.before5, version = 304): BlendWriter {
  return smallBlend(form, version)
    .block('GLOB', 'FileGlobal', { curscene: addresses.scene })
    .block('SC', 'Scene', sceneValues, { address: addresses.scene })
    .block('OB', 'Object', { 'id.name': 'OBEye', type: 11 }, { address: addresses.camera })
}

export const sceneValues = {
  'id.name': 'SCOpening',
  camera: addresses.camera,
  'r.sfra': 5,
  'r.efra': 120,
  'r.frame_step': 2,
  'r.frs_sec': 30,
  'r.frs_sec_base': 1,
  'r.xsch': 1280,
  'r.ysch': 720,
  'r.size': 50,
  'r.engine': 'BLENDER_EEVEE',
  'r.im_format.imtype': 17,
  'eevee.taa_render_samples': 64,
} as const
