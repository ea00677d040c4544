type Props = { readonly isTicked: boolean; readonly onTick: (isTicked: boolean) => void };

export function ComplaintTick({ isTicked, onTick }: Props) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        name="acknowledge"
        checked={isTicked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <span>
        The recipient reported our mail as spam. I know that, and they have asked to get mail again.
        <span class="hint block">More complaints can make providers stop all our mail.</span>
      </span>
    </label>
  );
}
