interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly testId?: string }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  /** Why the value cannot be another now: the others step back, and whoever presses one is told. */
  readonly fixed?: string | null;
}

/** A row of buttons of which one is pressed. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  fixed = null,
}: SegmentsProps<T>) {
  return (
    <fieldset
      className="segments plain"
      aria-label={label}
      disabled={disabled}
      title={fixed ?? undefined}
      data-fixed={fixed !== null}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-disabled={fixed !== null && option.value !== value ? true : undefined}
          data-testid={option.testId}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
