import { Empty } from '../ui/states.tsx';

export default function NotFound() {
  return (
    <div class="card">
      <Empty
        icon="search"
        title="There is no such page"
        isPage
        actions={
          <a class="button" href="/">
            Go to the start
          </a>
        }
      >
        <p>To find a message or an address, use the search above.</p>
      </Empty>
    </div>
  );
}
