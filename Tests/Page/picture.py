"""Makes Board/page.png, the README's picture: four views of the page side by side.

    /usr/bin/python3 Tests/Page/picture.py
"""

import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Phone
from household import Household
from mock import Server

TARGET = pathlib.Path(__file__).resolve().parents[2] / "Board/page.png"
SIZE = (390, 780)
PLAN = [("now", "light"), ("timeline", "light"), ("trends", "dark"), ("now", "red")]


def main():
    household = Household(names=("Mia",))
    server = Server(household)
    phone = Phone(server.port, size=SIZE)
    folder = pathlib.Path(tempfile.mkdtemp())
    phone.pair()
    for index, (view, theme) in enumerate(PLAN):
        phone.run("localStorage.setItem('cribside-theme', arguments[0])", theme)
        if theme == "red":
            household.do(["log", "add", "feed", "--side", "right"], None, None)
            household.advance(7)
        phone.open("/")
        phone.wait(".words")
        phone.go(view)
        time.sleep(1)
        phone.shoot(folder / f"{index}.png", whole=False)
    pictures = "".join(f'<img src="{index}.png">' for index in range(len(PLAN)))
    style = "body{margin:0;display:flex;gap:16px;padding:16px;background:#cfc8bd}img{width:242px;border-radius:18px}"
    (folder / "page.html").write_text(f"<style>{style}</style>{pictures}")
    phone.resize(242 * 4 + 16 * 5, 484 + 32)
    phone.driver.get((folder / "page.html").as_uri())
    phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 242 * 4 + 16 * 5, "height": 484 + 32, "deviceScaleFactor": 1, "mobile": False})
    time.sleep(0.3)
    phone.driver.save_screenshot(str(TARGET))
    phone.close()
    server.kill()
    print(f"{TARGET}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
