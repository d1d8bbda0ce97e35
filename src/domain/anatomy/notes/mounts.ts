import { asList, field, textAt } from '../fields.ts';
import type { Note } from '../model.ts';
import { type NoteContext, named, note, podRange, podValue, userPlace } from './context.ts';

const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'] as const;
const MOUNTS = ['volumeMounts', 'volumeDevices'] as const;

/**
 * What is mounted although the pod has no volume of the name: kube-inject passes it on, the API server refuses the pod
 * (k8s.io/kubernetes/pkg/apis/core/validation, ValidateVolumeMounts).
 */
export function mountsWithoutVolume(context: NoteContext): readonly Note[] {
  const place = userPlace(context);
  const { document, path, kind } = place;
  const templates =
    kind === 'StatefulSet' ? field(document.value, ...path, 'spec', 'volumeClaimTemplates') : [];
  // A volume or mount of the injected one may be the injector's.
  const there = new Set([
    ...asList(podValue(context.pair.injected, 'spec', 'volumes')).map((volume) => textAt(volume, 'name')),
    ...asList(templates).map((template) => textAt(template, 'metadata', 'name')),
  ]);
  return CONTAINERS.flatMap((list) =>
    asList(podValue(place, 'spec', list)).flatMap((container, index) =>
      MOUNTS.flatMap((mounts) =>
        asList(field(container, mounts)).flatMap((mount, at) => {
          const name = textAt(mount, 'name') ?? '';
          if (there.has(name)) return [];
          return [
            note(
              context,
              'mount-without-volume',
              'warning',
              `Container ${textAt(container, 'name') ?? ''} of ${named(context)} mounts a volume “${name}” that its pod does not have: the API server refuses it; give the pod a volume of that name under spec.volumes.`,
              podRange(place, 'spec', list, index, mounts, at),
            ),
          ];
        }),
      ),
    ),
  );
}
