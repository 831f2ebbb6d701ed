"""Given and family names from many places, and how they become the local part of an address."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

FIRST = tuple(
    """Abena Adaeze Aditi Ahmed Aiko Akua Alejandra Aled Amara Amina Anders Aneta Anil Annika Arjun Arturo Asha
    Astrid Ayşe Beatriz Benedikt Bich Bjarne Blessing Bram Bruna Caitlin Camille Carlos Catarina Cedric Chidi Chiara
    Ciarán Clara Dalia Damian Darius Delia Deniz Dimitra Dominik Ebru Edda Efua Eilidh Elif Elio Emeka Enrique Esra
    Esther Ewa Fadi Farah Fatima Femi Fergus Filip Folake Freya Gareth Gbenga Giulia Gloria Greta Gustavo Hala Hamza
    Hanna Haruto Heba Helmi Hiroshi Ibrahim Idris Ifeoma Imani Ines Ingrid Iris Isaac Ivana Jae Jamal Jelena Joaquim
    Johanna Josefa Juma Kaito Kamala Karim Katya Kavita Kenji Khadija Kofi Lamine Latoya Leandro Leila Liam Linh
    Luca Lucía Ludo Mads Magda Malik Marisol Mateus Mbali Mei Meera Mehmet Mika Milan Minh Miriam Mohan Moira Nadia
    Naledi Naveen Neema Ngozi Nils Noor Nuno Oksana Olamide Oluwaseun Orla Oscar Paloma Paulo Pavel Pedro Petra
    Philippa Pilar Quentin Rafaela Raj Rania Renske Rhys Rocío Rohan Ronan Rosa Ruben Rukmini Ruth Saanvi Salma
    Samira Sanjay Santiago Selin Sefa Shira Sibusiso Signe Siobhán Sofie Soren Stella Sunita Tadeo Taiwo Tamsin
    Tariq Tereza Thabo Theo Thi Tomasz Tove Tuğba Uche Ulrike Valentina Vera Vikram Vivek Wanjiru Wei Xavier Yara
    Yasmin Yejin Yosef Yuki Yusuf Zainab Zanele Zofia""".split()
)

LAST = tuple(
    """Abara Adeyemi Afolabi Aguilar Ahlberg Akintola Albright Almeida Amadi Anand Andersen Antwi Aranda Asante
    Aydın Bailey Balogun Banerjee Barros Bassi Bauer Becker Begum Bello Bergström Bhatt Bianchi Boateng Borges
    Bouchard Brennan Brandt Callahan Cardoso Castellanos Chaudhry Chikwanha Choi Christou Coelho Conti Costa Cruz
    Dahl Danso Daoud Das Deveraux Dhillon Diallo Dlamini Doyle Duarte Dubois Eriksen Espinoza Evans Farrell Farouk
    Fischer Fofana Fontaine Fraser Fujita Gallagher Garba Gebre Georgiou Ghosh Gordon Greco Grant Gupta Haddad
    Halvorsen Hansen Harris Hassan Hayashi Herrera Hoang Holm Horvat Hosseini Huang Ibarra Igwe Iyer Jansen Jensen
    Joshi Kamau Kang Kapoor Karlsson Kaya Keita Kelly Khan Kimani Kiplagat Kowalczyk Krishnan Kumalo Kurt Lachance
    Lambert Larsen Lehmann Levy Lindqvist Llewellyn Lombardi Ly Macleod Maeda Mahlangu Malhotra Mansour Marchetti
    Mbeki McBride Medina Mensah Meyer Mishra Mokoena Morales Moreau Moyo Murphy Mwangi Nakamura Nair Navarro Ndiaye
    Nguyen Nilsson Nkosi Novak Nowak Nwosu O'Brien Obi Ochieng Oduya Okafor Okoye Oliveira Olsen Omondi Onyango
    Osei Osman Owusu Özdemir Pacheco Pappas Patil Pereira Petrov Pham Phiri Pietersen Pinto Popescu Quintero Rahman
    Ramos Rao Reilly Reyes Ribeiro Ricci Rojas Rossi Ruiz Sahin Saito Salazar Sandoval Santos Sato Schneider Sen
    Sethi Shah Silva Sithole Solberg Sow Stewart Suleiman Svensson Takahashi Tan Tanaka Teixeira Tembo Thapa Tran
    Traoré Uddin Urbański Vaidya Valdez Varga Vasquez Vermeer Vogel Wafula Walsh Watanabe Weber Winther Yamada
    Yıldız Yeboah Zapata Zhang Zhou Zulu""".split()
)

_LETTERS = str.maketrans({"ı": "i", "ø": "o", "ł": "l", "ß": "ss", "æ": "ae", "đ": "d", "'": "", " ": ""})


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """``text`` in lower-case ASCII, as mail systems write names."""
    plain = text.casefold().translate(_LETTERS)
    if plain.isascii():
        return plain
    return unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()


@cache
def local_start(first: str, style: int) -> str:
    """What stands before the family name in an address, in one of the four styles of organisations."""
    given = fold(first)
    return f"{given[0] if style % 2 else given}{'' if style == 3 else '.'}"


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """``text`` as the local part of a list's or room's address."""
    return "-".join(fold(word) for word in text.replace("&", "and").replace("/", " ").split())
